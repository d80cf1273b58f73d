cdef extern from "fit.h" nogil:
    ctypedef struct kyvien_fitted:
        int cells, variants, rows, hidden, buckets, stride, side
        const short* table
        const float* weights
        const float* biases
        const float* output
        const float* constants
    ctypedef struct kyvien_gradient:
        float* weights
        float* biases
        float* output
        float* constants
    double fit_pass "kyvien_fit_pass"(const kyvien_fitted* network, const kyvien_gradient* gradient,
                                      const unsigned char* records, const int* order, long long count,
                                      const float* targets, const unsigned char* variants, float* outputs) noexcept
    void fit_step "kyvien_fit_step"(float* values, float* gradient, float* means, float* squares, long long count,
                                    float rate, float share, float decay, float first, float second,
                                    float most) noexcept

cdef void* address(object array) except? NULL
cdef float* floats(object array) except? NULL
